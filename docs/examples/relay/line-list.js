// A page of lines that grows: `usePaginationFragment(lineListFragment, data)` loads more with `loadNext` and starts
// anew with `refetch`. The fragment stands on Query, so Relay can make the query for the next page from it.
import { graphql } from 'react-relay';

export const lineListQuery = graphql`
  query lineListQuery($id: ID!) {
    ...lineList_lines @arguments(id: $id)
  }
`;

export const lineListFragment = graphql`
  fragment lineList_lines on Query
  @refetchable(queryName: "lineListNextPageQuery")
  @argumentDefinitions(
    id: { type: "ID!" }
    count: { type: "Int", defaultValue: 20 }
    cursor: { type: "String" }
  ) {
    advertiser(id: $id) {
      id
      name
      lines(first: $count, after: $cursor, orderBy: { field: NAME }) @connection(key: "lineList_lines") {
        edges {
          node {
            id
            name
            status
            ads(first: 3) {
              nodes {
                id
                name
              }
            }
          }
        }
      }
    }
  }
`;

export const renameLine = graphql`
  mutation lineListRenameMutation($input: UpdateLineInput!) {
    updateLine(input: $input) {
      __typename
      ... on UpdateLinePayload {
        line {
          id
          name
          updatedAt
        }
      }
      ... on ValidationError {
        issues {
          path
          message
        }
      }
    }
  }
`;
