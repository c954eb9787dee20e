graph [
  node [ id 1 ]
  17
]
