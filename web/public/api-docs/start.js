// Starts Swagger UI over the API document, with a search over all calls.
(() => {
  const { documentElement } = document;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();

  // The library looks through the tags alone.
  const opsFilter = (taggedOps, phrase) => {
    const words = phrase.toLowerCase().split(/\s+/u);
    const isFound = (tag) => (operation) => {
      const said = [tag, operation.get('method'), operation.get('path')];
      for (const key of ['operationId', 'summary', 'description']) {
        said.push(operation.getIn(['operation', key]) ?? '');
      }
      const text = said.join(' ').toLowerCase();
      return words.every((word) => text.includes(word));
    };
    return taggedOps
      .map((group, tag) =>
        group.update('operations', (operations) => operations.filter(isFound(tag))),
      )
      .filter((group) => group.get('operations').size > 0);
  };

  // The library draws the field some time after it reports being complete, and again after a change.
  const api = document.querySelector('#api');
  const nameSearch = () => {
    const search = api.querySelector('.operation-filter-input:not([aria-label])');
    search?.setAttribute('aria-label', 'Search calls');
    search?.setAttribute('placeholder', 'Search calls, such as "approve" or "/queues"');
  };
  new MutationObserver(nameSearch).observe(api, { childList: true, subtree: true });

  window.SwaggerUIBundle({
    url: '/api/openapi.json',
    domNode: api,
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayOperationId: true,
    displayRequestDuration: true,
    filter: true,
    tryItOutEnabled: false,
    // Nothing is sent to the makers' own checker.
    validatorUrl: null,
    plugins: [{ fn: { opsFilter } }],
  });
})();
