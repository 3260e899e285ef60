// HTTPListener
