-- Games that were to be played again, each by an order that is carried out once.
CREATE TABLE again (
    by   INTEGER PRIMARY KEY,
    game INTEGER NOT NULL
);
