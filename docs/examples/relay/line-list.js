// A page of lines that grows: `usePaginationFragment` over the connection of an advertiser.
import { graphql } from 'react-relay';

export const lineListQuery = graphql`
  query lineListQuery($id: ID!) {
    advertiser(id: $id) {
      id
      name
      ...lineList_lines
    }
  }
`;

export const lineListFragment = graphql`
  fragment lineList_lines on Advertiser
  @argumentDefinitions(count: { type: "Int", defaultValue: 20 }, cursor: { type: "String" }) {
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
