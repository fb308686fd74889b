"""The addresses that say what this deployment offers: its games, its API, its health."""

import json
from functools import cache
from pathlib import Path as FilePath
from typing import Annotated, Any

from aws_lambda_powertools.event_handler import Response
from aws_lambda_powertools.event_handler.openapi.params import Path

from engine.boundary import boundary
from engine.game import REGISTRY
from engine.game import game as rules_of
from functions.shared.api import new_router
from functions.shared.problems import Missing
from functions.shared.shapes import schema

router = new_router()

OPENAPI = FilePath(__file__).parents[2] / "infra" / "openapi.json"
PAGE = FilePath(__file__).with_name("docs.html")


@boundary
class GameInShort:
    """A game that can be hosted here."""

    game: str
    title: str
    summary: str


@boundary
class Games:
    """Every game that can be hosted here."""

    games: list[GameInShort]


@boundary
class GameInFull(GameInShort):
    """A game with its rules and all that a host can set."""

    rules: list[str]
    """The rules in plain words, a paragraph each, with the numbers of the rulings that settle them."""
    fewest_seats: int
    most_seats: int
    config: dict[str, Any]
    """JSON Schema of the configuration, with descriptions and defaults."""


@boundary
class Health:
    """That the API answers."""

    status: str = "ok"


@router.get("/games", summary="The games that can be hosted here", tags=["about"])
def get_games() -> Games:
    """Every game with a sentence about it."""
    games = [rules_of(key) for key in REGISTRY]
    return Games(games=[GameInShort(game=rules.key, title=rules.title, summary=rules.summary) for rules in games])


@router.get("/games/<game>", summary="One game's rules and settings", tags=["about"])
def get_game(game: Annotated[str, Path(description="The game's key, such as `polar-rps-party`.")]) -> GameInFull:
    """The rules in plain words, and the configuration that a match can be created with."""
    if game not in REGISTRY:
        raise Missing("game-unknown", f"There is no such game. Choose one of: {', '.join(REGISTRY)}.")
    rules = rules_of(game)
    return GameInFull(
        game=rules.key,
        title=rules.title,
        summary=rules.summary,
        rules=list(rules.rules),
        fewest_seats=rules.seats[0],
        most_seats=rules.seats[-1],
        config=schema(rules.config),
    )


@router.get("/health", summary="Whether the API answers", tags=["about"])
def get_health() -> Health:
    """It does, if you read this."""
    return Health()


@router.get("/openapi.json", summary="This API as an OpenAPI document", tags=["about"])
def get_openapi() -> Response[str]:
    """The very document that is checked in with the code."""
    return Response(200, "application/json", openapi())


@router.get("/docs", summary="This API as a page to read and try out", tags=["about"], compress=True)
def get_docs() -> Response[str]:
    """The OpenAPI document drawn by Swagger UI, which comes with the code and not from elsewhere."""
    return Response(200, "text/html; charset=utf-8", docs())


@cache
def openapi() -> str:
    """The text of the OpenAPI document."""
    return OPENAPI.read_text(encoding="utf-8")


@cache
def docs() -> str:
    """The page, whole: Swagger UI as Powertools brings it, this API's document, the key of the link that opens it."""
    import aws_lambda_powertools.event_handler.openapi.swagger_ui as swagger  # noqa: PLC0415  # a fifth of a cold start

    bundle = FilePath(swagger.__file__).parent
    parts = {
        "/*CSS*/": (bundle / "swagger-ui.min.css").read_text(encoding="utf-8"),
        "/*JS*/": (bundle / "swagger-ui-bundle.min.js").read_text(encoding="utf-8"),
        "/*SPEC*/": json.dumps(json.loads(openapi())).replace("<", "\\u003c"),
    }
    page = PAGE.read_text(encoding="utf-8")
    for place, part in parts.items():
        page = page.replace(place, part)
    return page
