"""Places that hold fragments: in memory, in Chroma, and in any LangChain vector store."""
