"""The contract with the model: aliases, wire schemas, dialects, decoding."""
