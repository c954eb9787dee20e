graph [
  node [ id 1 ]
  directed