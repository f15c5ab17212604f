import type { Divergence } from '../divergence.ts';

/** `paths.ts` lists them. */
export const undocumentedPaths: Divergence = {
  name: 'Paths that the documents lack',
  differs:
    'The paths of the table below, over the same data and rules as the documented ones. Without a valid token they answer 401. For a client of the documented profile they do not exist.',
  sentBy: 'Three of the four clients need the campaigns; the Java client knows all of them.',
  example: {
    documented: 'GET /traffic/campaigns  404',
    observed: 'GET /traffic/campaigns?accountId=7  200 {"response": [{"id": 3, "name": "Spring", … }]}',
  },
};
