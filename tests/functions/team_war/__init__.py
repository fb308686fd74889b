"""Team War over HTTP: the worked match, trades, packs, what is hidden, and what is refused."""
