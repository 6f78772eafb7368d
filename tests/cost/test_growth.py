"""Nothing costs more because of what goes on elsewhere."""

from tests.cost import growth


def test_a_move_costs_the_same_beside_ten_thousand_games_people_and_viewers() -> None:
    with growth.moves_beside(growth.FEW) as few, growth.moves_beside(growth.MANY) as many:
        assert growth.ratio(few, many) <= growth.MOST


def test_an_idle_minute_costs_the_same_with_a_thousand_players_whose_clocks_run() -> None:
    with growth.idle_minutes(10) as few, growth.idle_minutes(1000) as many:
        assert growth.ratio(few, many) <= growth.MOST
