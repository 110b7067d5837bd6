const neutralContract = '^contract/(attribute|document|input|issue|list-query|resource)\\.ts$';
/** What puts the service together. */
const serviceApp = ['^server/[^/]+\\.ts$', '^server/(http|monitoring|settings)/'];

/** Forbids what lies outside the allowed paths. Every rule is proved to bite by scripts/checks/import-walls.ts. */
const wall = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    wall(
      'contract-alone',
      'The contract stands on neutral ground: zod and itself.',
      { path: '^contract/' },
      { pathNot: ['^contract/', '^node_modules/zod/'] },
    ),
    wall(
      'sides-apart',
      'The dashboard knows the service by its interface only.',
      { path: '^src/' },
      { path: '^server/' },
    ),
    wall('sides-apart-too', 'The service never needs the dashboard.', { path: '^server/' }, { path: '^src/' }),
    wall(
      'product-alone',
      'Neither side needs tests or scripts.',
      { path: '^(contract|src|server)/' },
      { path: '^(test|scripts)/' },
    ),
    wall('lib-lowest', 'src/lib is below everything.', { path: '^src/lib/' }, { path: '^src/', pathNot: '^src/lib/' }),
    wall(
      'ui-without-data',
      'Building blocks know neither data nor routes.',
      { path: '^src/ui/' },
      {
        path: [
          '^src/(?!ui/|lib/)',
          '^src/lib/router\\.ts$',
          '^contract/',
          '^node_modules/(@tanstack/react-query|react-router)/',
        ],
      },
    ),
    wall(
      'api-below-screens',
      'The fetch layer knows no screen.',
      { path: '^src/api/' },
      { path: '^src/(?!api/|lib/)' },
    ),
    wall(
      'one-door-to-tenants',
      'Requests and the tolerance of tenants stay in the fetch layer.',
      { path: '^src/(?!api/)' },
      { path: '^src/api/(tenant/|request\\.ts$)' },
    ),
    wall(
      'page-below-lists-and-forms',
      'What every page needs knows no list, form or job.',
      { path: '^src/page/' },
      { path: '^src/(bulk|form|list)/' },
    ),
    wall(
      'lists-above-forms',
      'A list offers jobs and fields, not the other way round.',
      { path: '^src/(bulk|form)/' },
      { path: '^src/list/' },
    ),
    wall(
      'lists-and-forms-below-features',
      'What screens share knows no feature.',
      { path: '^src/(page|bulk|form|list)/' },
      { path: '^src/(features|outbox|domain|app)/|^src/(routes|main)\\.tsx$' },
    ),
    wall(
      'domain-below-outbox',
      'What is shown of a record decides nothing about it.',
      { path: '^src/domain/' },
      { path: '^src/(features|outbox|app)/|^src/(routes|main)\\.tsx$' },
    ),
    wall(
      'outbox-below-features',
      'Deciding works the same on every page.',
      { path: '^src/outbox/' },
      { path: '^src/(features|app)/|^src/(routes|main)\\.tsx$' },
    ),
    wall(
      'lists-and-forms-know-no-resource',
      'What screens share works for any resource.',
      { path: '^src/(page|bulk|form|list)/' },
      { path: '^contract/', pathNot: neutralContract },
    ),
    wall(
      'features-apart',
      'A feature never imports a feature, except one that bears its name, such as clients and client-settings.',
      { path: '^src/features/(client|keyword|review|[a-z]+)' },
      { path: '^src/features/', pathNot: '^src/features/$1' },
    ),
    wall(
      'parts-below-their-page',
      'A part of a page, such as client-settings, imports the page at most lazily.',
      { path: '^src/features/(client|keyword|review)-' },
      { path: '^src/features/$1s?/', dependencyTypesNot: ['dynamic-import'] },
    ),
    wall(
      'features-below-map',
      'The map knows the features, not the other way round.',
      { path: '^src/features/' },
      { path: '^src/(routes|main)\\.tsx$' },
    ),
    wall(
      'protocol-knows-no-resource',
      'The protocol works for any resource.',
      { path: '^server/jsonapi/' },
      { path: ['^server/(resources|demo)/', ...serviceApp, '^contract/'], pathNot: neutralContract },
    ),
    wall(
      'database-lowest',
      'Tables and migrations know nothing above them.',
      { path: '^server/(db|lib)/' },
      { path: '^server/(?!db/|lib/)' },
    ),
    wall(
      'access-below-app',
      'Access knows no resource and no protocol.',
      { path: '^server/access/' },
      { path: ['^server/(resources|jsonapi|demo)/', ...serviceApp] },
    ),
    wall(
      'resources-below-app',
      'A resource is mounted, it mounts nothing.',
      { path: '^server/resources/' },
      { path: ['^server/demo/', ...serviceApp] },
    ),
    wall(
      'service-without-tools',
      'The service runs on what it declares.',
      { path: '^server/' },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    ),
    wall('no-cycles', 'A cycle is one file in two places.', {}, { circular: true }),
    wall(
      'no-orphans',
      'A file without an importer is dead code.',
      { orphan: true, pathNot: ['\\.d\\.ts$', '\\.config\\.ts$', '^scripts/', '^test/'] },
      {},
    ),
    wall('no-loose-ends', 'What is imported exists.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'types', 'node', 'default'], exportsFields: ['exports'] },
  },
};
