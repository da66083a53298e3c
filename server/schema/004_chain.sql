-- Version 4: damage is noticed. Each record of a log carries a hash of itself and of the one before it in its match; records
-- of older versions have none.
ALTER TABLE record ADD COLUMN chain BLOB;
