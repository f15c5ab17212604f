/** Any JSON value, such as those of the scalar `JSON`. */
export type Json = string | number | boolean | null | Json[] | JsonObject;

/** A JSON object, such as those of the scalar `JSONObject`. */
export interface JsonObject {
  [name: string]: Json | undefined;
}
