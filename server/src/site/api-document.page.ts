/**
 * The HTML of the API page. It loads Swagger UI, which the web build puts below /api-docs, and
 * shows /api/openapi.json.
 */

export const apiPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Baari API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api-docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs.css">
<script src="/api-docs/swagger-ui.js" defer></script>
<script src="/api-docs/start.js" defer></script>
</head>
<body>
<main id="api"><p>Loading the documentation … The same as a document for programs:
<a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<noscript><p>This page needs JavaScript.</p></noscript></main>
</body>
</html>`;

/**
 * The product's own colours, and a layout for narrow screens, in addition to the library's styles.
 */
export const apiPageStyle = `
:root { color-scheme: light; }
:root.dark-mode { color-scheme: dark; background: #1c2022; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; }
#api > p { padding: 0 1rem; }
.swagger-ui .info { margin: 1.5rem 0; }
.swagger-ui .opblock-summary-path, .swagger-ui .info p { overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  .swagger-ui .wrapper { padding: 0 0.75rem; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-description { flex-basis: 100%; }
  .swagger-ui table, .swagger-ui .opblock-body pre { max-width: 100%; }
  .swagger-ui .opblock-body pre, .swagger-ui .opblock-body pre * { white-space: pre-wrap !important; overflow-wrap: anywhere; }
  .swagger-ui .opblock-body, .swagger-ui .table-container, .swagger-ui .responses-inner { overflow-x: auto; }
  .swagger-ui .responses-table, .swagger-ui .responses-table > tbody, .swagger-ui .responses-table > tbody > tr,
  .swagger-ui .responses-table > tbody > tr > td, .swagger-ui .parameters,
  .swagger-ui .parameters > tbody, .swagger-ui .parameters > tbody > tr, .swagger-ui .parameters > tbody > tr > td {
    display: block; box-sizing: border-box; width: auto; min-width: 0; max-width: 100%; padding-inline: 0;
  }
  .swagger-ui .responses-table > thead, .swagger-ui .parameters > thead,
  .swagger-ui .responses-table .response-col_links { display: none; }
  .swagger-ui .responses-table td, .swagger-ui .parameters td { overflow-wrap: anywhere; }
  .swagger-ui .parameters input, .swagger-ui .parameters select, .swagger-ui textarea { box-sizing: border-box; min-width: 0; max-width: 100%; }
  .swagger-ui .opblock-tag, .swagger-ui .schemes { flex-wrap: wrap; }
}
`;
