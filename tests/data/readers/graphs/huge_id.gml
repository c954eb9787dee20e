graph [
  node [ id 1e999 mass 1 ]
]
