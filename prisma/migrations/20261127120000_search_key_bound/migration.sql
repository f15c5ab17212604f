-- A character may decompose into 18: without a bound, a name would take the square of that to compare.
CREATE OR REPLACE FUNCTION search_key(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN octet_length(name) = length(name) THEN lower(name)
  ELSE translate(
    replace(replace(replace(
      lower(regexp_replace(left(normalize(left(name, 255), NFKD), 510), '[\u0300-\u036f]+', '', 'g')),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđðþı', 'olddti') END;
