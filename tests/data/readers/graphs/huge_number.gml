graph [
  node [ id 1 mass 1e999 ]
]
