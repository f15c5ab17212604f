import {
  GraphQLError,
  getEnterLeaveForKind,
  Kind,
  type SelectionNode,
  SingleFieldSubscriptionsRule,
  type ValidationRule,
} from 'graphql';
import { fieldsOf, fragmentsOf } from '../selections.ts';

const CONDITIONS: ReadonlySet<string> = new Set(['skip', 'include']);

/**
 * A subscription has one root field, which `@skip` or `@include` would take away. The rule of graphql-js evaluates them
 * without the variables, and cannot.
 */
export const subscriptionRoot: ValidationRule = (context) => {
  const single = getEnterLeaveForKind(SingleFieldSubscriptionsRule(context), Kind.OPERATION_DEFINITION).enter;
  const fragments = fragmentsOf(context.getDocument());
  return {
    OperationDefinition(node, ...place) {
      if (node.operation !== 'subscription') return;
      const conditional: SelectionNode[] = [];
      const isLeftOut = (selection: SelectionNode) => {
        const isConditional = selection.directives?.some(({ name }) => CONDITIONS.has(name.value)) ?? false;
        if (isConditional) conditional.push(selection);
        return isConditional;
      };
      fieldsOf({ sets: [node.selectionSet], fragments, isLeftOut });
      if (conditional.length > 0)
        context.reportError(
          new GraphQLError('The root field of a subscription cannot have @skip or @include.', {
            nodes: conditional,
          }),
        );
      else single?.call(this, node, ...place);
    },
  };
};
