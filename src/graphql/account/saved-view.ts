import { deleteSavedView, updateSavedView } from '../../domain/access/saved-view/change.ts';
import {
  countSavedViews,
  findSavedViews,
  SAVED_VIEW_LIST,
  type SavedView as SavedViewRow,
} from '../../domain/access/saved-view/find.ts';
import { MAX_NAME, MAX_SEARCH, SAVED_VIEW_PAGE } from '../../domain/access/saved-view/input.ts';
import { MAX_VIEWS, saveView } from '../../domain/access/saved-view/save.ts';
import type { DomainContext } from '../../domain/context.ts';
import { builder } from '../builder.ts';
import { connectionType } from '../parts/connection-types.ts';
import { foundConnection } from '../parts/connections.ts';
import { type Input, type InputFieldBuilder, type InputFields, inputObject } from '../parts/input-object.ts';
import { mutation } from '../parts/mutation.ts';
import { capitalized } from '../parts/names.ts';
import { numberedNodeType } from '../parts/node.ts';
import { enumOf } from '../parts/values/enums.ts';
import { globalId, inputId } from '../parts/values/ids.ts';

const SavedViewPage = enumOf(SAVED_VIEW_PAGE);

const SavedView = builder.prismaObject('SavedView', {
  description: 'A list of the dashboard with its filters, order and columns, saved by a user.',
  fields: (t) => ({
    id: t.id({
      description: 'The global ID, such as `SavedView:123`.',
      resolve: ({ id }) => globalId('SavedView', id),
    }),
    databaseId: t.expose('id', { type: 'SafeInt', description: 'The integer ID.' }),
    name: t.exposeString('name', { description: 'The name.' }),
    page: t.field({ type: SavedViewPage, description: 'The list.', resolve: ({ page }) => page }),
    search: t.exposeString('search', {
      description: 'The query of the list’s address, such as `range=LAST_30_DAYS&sort=CTR`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'The time when the view was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'The time when the view was last changed.',
    }),
  }),
});

numberedNodeType({ type: SavedView, name: 'SavedView', find: findSavedViews });

foundConnection({
  of: connectionType({ type: SavedView, name: 'SavedView', plural: 'saved views', list: SAVED_VIEW_LIST }),
  field: 'savedViews',
  description: 'Returns the views that the user has saved in the seat.',
  find: findSavedViews,
  count: countSavedViews,
});

/** Adds a mutation that returns the saved view. */
function savedViewMutation(options: {
  name: string;
  description: string;
  /** Added to the description of the input. */
  remark?: string;
  input: (t: InputFieldBuilder) => InputFields;
  run: (ctx: DomainContext, input: Input) => Promise<SavedViewRow>;
}): void {
  const { name, description, remark = '', input, run } = options;
  mutation<{ savedView: SavedViewRow }>({
    name,
    description,
    unrecorded: true,
    input: inputObject(`${capitalized(name)}Input`, `The input of \`${name}\`.${remark}`, input),
    payload: (t) => ({
      savedView: t.field({
        type: SavedView,
        description: 'The saved view.',
        resolve: ({ savedView }) => savedView,
      }),
    }),
    run: async ({ ctx, input }) => ({ savedView: await run(ctx, input) }),
  });
}

const ID = { required: true, description: 'The global ID or integer ID of the saved view.' } as const;
const NAME = { description: `The name, at most ${MAX_NAME} characters.` };
const SEARCH = {
  description: `The percent-encoded query of the list’s address, at most ${MAX_SEARCH} characters.`,
};
const savedViewId = (id: unknown) => inputId('SavedView', String(id), 'id');

savedViewMutation({
  name: 'saveView',
  description: `Saves a view of a list for the user, who can have ${MAX_VIEWS} in a seat. Nobody else sees it.`,
  input: (t) => ({
    name: t.string({ ...NAME, required: true }),
    page: t.field({ type: SavedViewPage, required: true, description: 'The list.' }),
    search: t.string({ ...SEARCH, required: true }),
  }),
  run: (ctx, input) => saveView({ ctx, input }),
});

savedViewMutation({
  name: 'updateSavedView',
  description: 'Changes the name or the contents of a saved view of the user.',
  remark: ' What is left out stays.',
  input: (t) => ({ id: t.id(ID), name: t.string(NAME), search: t.string(SEARCH) }),
  run: (ctx, { id, ...input }) => updateSavedView({ ctx, id: savedViewId(id), input }),
});

savedViewMutation({
  name: 'deleteSavedView',
  description: 'Deletes a saved view of the user.',
  input: (t) => ({ id: t.id(ID) }),
  run: (ctx, { id }) => deleteSavedView({ ctx, id: savedViewId(id) }),
});
