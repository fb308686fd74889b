"""Keys: 256 random bits, shown once, stored as a hash; and the links that carry them."""

import base64
import hashlib
import hmac

from functions.shared import chance

KEY_BYTES = 32


def new_key() -> str:
    """A key as 43 URL-safe characters."""
    return base64.urlsafe_b64encode(chance.token_bytes(KEY_BYTES)).rstrip(b"=").decode()


def hashed(key: str) -> str:
    """What is stored of a key. A fast hash will do: 256 random bits cannot be searched."""
    return base64.urlsafe_b64encode(hashlib.sha256(key.encode()).digest()).rstrip(b"=").decode()


def opens(key: str, stored: str) -> bool:
    """Whether this is the key that was stored as `stored`; takes as long for a wrong one."""
    return hmac.compare_digest(hashed(key), stored)


def match_id(request: str | None = None) -> str:
    """A match's id: 80 bits as 16 letters and digits; the same each time for a repeated request."""
    bits = chance.token_bytes(10) if request is None else hashlib.sha256(request.encode()).digest()[:10]
    return base64.b32encode(bits).decode().lower()


def link(base: str, match: str, key: str) -> str:
    """A link that opens one seat or the host's desk. Browsers keep what stands after `#` to themselves."""
    return f"{base}/docs#match={match}&key={key}"
