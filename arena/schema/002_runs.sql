-- Each time somebody played on: the sandbox and the limits that were in force.
CREATE TABLE run (
    id       INTEGER PRIMARY KEY,
    in_force TEXT NOT NULL
);
