"""What a phone polls: a strong ETag on every GET, and 304 without a body when nothing is new."""

import pytest

from infra.local.cloud import Cloud
from infra.local.gateway import Answer
from tests.functions.story import Hosted, good


@pytest.fixture(scope="module")
def open_match(shared_cloud: Cloud) -> Hosted:
    hosted = Hosted.create(shared_cloud)
    good(hosted.start())
    good(hosted.close(0, force=True, reason="to have a reveal"))
    return hosted


POLLED = ("", "/reveals", "/reveals/0", "/seat", "/host")
FIXED = ("/games", "/games/polar-rps-party", "/openapi.json", "/docs", "/health")


def get(hosted: Hosted, path: str, *, known: str = "") -> Answer:
    key = hosted.host_key if path.endswith("/host") else hosted.keys["s1"]
    headers = {"If-None-Match": known} if known else {}
    return hosted.cloud.request("GET", path, key=key, headers=headers)


@pytest.mark.parametrize("path", [*POLLED, *FIXED])
def test_every_get_has_a_strong_etag_and_answers_304(path: str, open_match: Hosted) -> None:
    address = path if path in FIXED else open_match.path + path
    answer = get(open_match, address)
    etag = answer.headers["etag"]
    assert (answer.status, etag[0], etag[-1]) == (200, '"', '"')
    assert answer.headers["cache-control"] == "private, no-cache"
    for known in (etag, f'"other", {etag}', f'{etag}, W/"other"', "*"):
        again = get(open_match, address, known=known)
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", etag)
        assert again.headers["cache-control"] == "private, no-cache"
    for known in ('"other"', etag[1:-1], etag[:-2] + '"'):
        assert get(open_match, address, known=known).body == answer.body


def test_a_changed_view_has_another_etag(open_match: Hosted) -> None:
    seat, host = f"{open_match.path}/seat", f"{open_match.path}/host"
    before = [get(open_match, path).headers["etag"] for path in (seat, host)]
    good(open_match.enter("s1", 1, sign_swap=True))
    for path, etag in zip((seat, host), before, strict=True):
        answer = get(open_match, path, known=etag)
        assert (answer.status, answer.headers["etag"] == etag) == (200, False)


def test_views_of_two_seats_have_different_etags(open_match: Hosted) -> None:
    etags = {open_match.see(seat).headers["etag"] for seat in open_match.keys}
    assert len(etags) == 6


def test_a_refusal_is_not_to_be_kept(open_match: Hosted) -> None:
    for answer in (
        open_match.cloud.request("GET", "/matches/aaaaaaaaaaaaaaaa", headers={"If-None-Match": "*"}),
        open_match.cloud.request("GET", f"{open_match.path}/seat", headers={"If-None-Match": "*"}),
    ):
        assert answer.status in {401, 404}
        assert answer.headers["cache-control"] == "no-store"
        assert "etag" not in answer.headers


def test_the_page_of_the_api_is_sent_compressed(open_match: Hosted) -> None:
    """1.7 MB as they are; a phone takes gzip."""
    plain = open_match.cloud.request("GET", "/docs")
    packed = open_match.cloud.request("GET", "/docs", headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["content-encoding"] == "gzip"
    assert len(packed.body) < len(plain.body) / 2
    known = {"If-None-Match": packed.headers["etag"], "Accept-Encoding": "gzip, br"}
    assert open_match.cloud.request("GET", "/docs", headers=known).status == 304
