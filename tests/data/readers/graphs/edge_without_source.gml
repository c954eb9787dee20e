graph [
  node [ id 1 ]
  edge [ target 1 ]
]
