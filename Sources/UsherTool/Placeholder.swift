// UsherTool
