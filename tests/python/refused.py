"""What must be refused, for the cases of the Python package."""
import redoubt


def refused(kind, function, *words):
    """The exception of this very kind that it must raise, with these words in it."""
    try:
        function()
    except redoubt.RedoubtError as error:
        assert type(error) is kind, f"{type(error).__name__}: {error}"
        for word in words:
            assert word in str(error), f"{word!r} is not in {str(error)!r}"
        return error
    raise AssertionError(f"nothing was refused: {kind.__name__} was expected")
