"""The handlers on the local stack: the API's contract, the closing protocol, what must stay hidden, what it costs."""
