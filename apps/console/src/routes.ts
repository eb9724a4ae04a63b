/** Every screen: its path, its search parameters, and its component, which is loaded on demand. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { loadCode } from './data/load-code.ts';
import { readCompareSearch } from './screens/compare/compare-search.ts';
import {
  readDatasetSearch,
  readDatasetsSearch,
  readImportSearch,
} from './screens/datasets/dataset-search.ts';
import { readConversationsSearch } from './screens/conversations/conversations-search.ts';
import { readInteractionSearch } from './screens/interaction/interaction-search.ts';
import { readNewRunSearch } from './screens/new-run/new-run-search.ts';
import { readOverviewSearch } from './screens/overview/overview-search.ts';
import { readPlaygroundSearch } from './screens/playground/playground-search.ts';
import { readRunSearch } from './screens/run/run-search.ts';
import { readRunsSearch } from './screens/runs/runs-search.ts';
import { readEditorSearch } from './screens/scenario-editor/editor-search.ts';
import { NotFoundScreen, ScreenError, Shell } from './shell/shell.tsx';

const screen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => loadCode(load), name);

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundScreen,
  errorComponent: ScreenError,
});

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readOverviewSearch,
  component: screen(() => import('./screens/overview/overview-screen.tsx'), 'OverviewScreen'),
});

const newRun = createRoute({
  getParentRoute: () => root,
  path: '/console/new',
  validateSearch: readNewRunSearch,
  component: screen(() => import('./screens/new-run/new-run-screen.tsx'), 'NewRunScreen'),
});

const runs = createRoute({
  getParentRoute: () => root,
  path: '/console/runs',
  validateSearch: readRunsSearch,
  component: screen(() => import('./screens/runs/runs-screen.tsx'), 'RunsScreen'),
});

const run = createRoute({
  getParentRoute: () => root,
  path: '/console/runs/$runId',
  validateSearch: readRunSearch,
  component: screen(() => import('./screens/run/run-screen.tsx'), 'RunScreen'),
});

const interaction = createRoute({
  getParentRoute: () => root,
  path: '/console/runs/$runId/$scenario/$turn',
  validateSearch: readInteractionSearch,
  component: screen(
    () => import('./screens/interaction/interaction-screen.tsx'),
    'InteractionScreen',
  ),
});

const datasets = createRoute({
  getParentRoute: () => root,
  path: '/console/datasets',
  validateSearch: readDatasetsSearch,
  component: screen(() => import('./screens/datasets/datasets-screen.tsx'), 'DatasetsScreen'),
});

const dataset = createRoute({
  getParentRoute: () => root,
  path: '/console/datasets/$name',
  validateSearch: readDatasetSearch,
  component: screen(() => import('./screens/datasets/dataset-screen.tsx'), 'DatasetScreen'),
});

const importTests = createRoute({
  getParentRoute: () => root,
  path: '/console/import',
  validateSearch: readImportSearch,
  component: screen(() => import('./screens/datasets/import/import-screen.tsx'), 'ImportScreen'),
});

const compare = createRoute({
  getParentRoute: () => root,
  path: '/console/compare',
  validateSearch: readCompareSearch,
  component: screen(() => import('./screens/compare/compare-screen.tsx'), 'CompareScreen'),
});

const conversations = createRoute({
  getParentRoute: () => root,
  path: '/console/conversations',
  validateSearch: readConversationsSearch,
  component: screen(
    () => import('./screens/conversations/conversations-screen.tsx'),
    'ConversationsScreen',
  ),
});

const conversation = createRoute({
  getParentRoute: () => root,
  path: '/console/conversations/$id',
  component: screen(
    () => import('./screens/conversations/conversation-screen.tsx'),
    'ConversationScreen',
  ),
});

const playground = createRoute({
  getParentRoute: () => root,
  path: '/console/playground',
  validateSearch: readPlaygroundSearch,
  component: screen(() => import('./screens/playground/playground-screen.tsx'), 'PlaygroundScreen'),
});

const scenarioEditor = createRoute({
  getParentRoute: () => root,
  path: '/console/datasets/$name/edit',
  validateSearch: readEditorSearch,
  component: screen(
    () => import('./screens/scenario-editor/editor-screen.tsx'),
    'ScenarioEditorScreen',
  ),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/console/settings',
  component: screen(() => import('./screens/settings/settings-screen.tsx'), 'SettingsScreen'),
});

const routeTree = root.addChildren([
  overview,
  newRun,
  runs,
  run,
  interaction,
  datasets,
  dataset,
  importTests,
  compare,
  conversations,
  conversation,
  playground,
  scenarioEditor,
  settings,
]);

export function createConsoleRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingMs: 150,
    defaultErrorComponent: ScreenError,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
