graph [
  node [ id label "a" ]
]
