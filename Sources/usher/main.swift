import UsherTool

Tool.main()
