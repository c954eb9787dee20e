graph [
  node [ id 1 mass 1.2.3 ]
]
