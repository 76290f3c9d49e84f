/**
 * A Vite plugin that rewrites imports from a package's barrel to imports from the file that defines
 * the export. The module graph then contains only used modules; code-groups.ts reads this graph.
 */
import { readFile } from 'node:fs/promises';
import { parseAst, type Plugin } from 'vite';

const barrels = ['lucide-react', '@tanstack/react-query', '@tanstack/query-core'] as const;

/** The file that defines a barrel's export, and the export's name in that file. */
interface Origin {
  readonly file: string;
  readonly name: string;
}
type Origins = ReadonlyMap<string, Origin>;
type Resolve = (source: string, importer?: string) => Promise<string>;

export function directImports(): Plugin {
  const known = new Map<string, Promise<Origins>>();
  return {
    name: 'baari:direct-imports',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    async transform(code, id) {
      if (barrels.every((barrel) => !code.includes(`${barrel}"`) && !code.includes(`${barrel}'`)))
        return null;
      const resolve: Resolve = async (source, importer = id) => {
        const resolved = await this.resolve(source, importer);
        if (resolved === null) throw new Error(`${importer} imports ${source}, which is missing.`);
        return resolved.id;
      };
      let direct = code;
      for (const part of parseAst(code, { lang: 'tsx' }, id).body.toReversed()) {
        if (part.type !== 'ImportDeclaration' || part.importKind === 'type') continue;
        const barrel = barrels.find((name) => name === part.source.value);
        if (barrel === undefined) continue;
        const path = await resolve(barrel);
        // A barrel that imports itself stays unchanged.
        if (path === id) continue;
        let origins = known.get(path);
        if (origins === undefined) known.set(path, (origins = originsOf(path, resolve)));
        const found = await origins;
        const lines = part.specifiers.map((specifier) => {
          const name =
            specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
              ? specifier.imported.name
              : '';
          const origin = found.get(name);
          if (origin === undefined)
            throw new Error(`${id} imports from ${barrel} what it does not export: ${name}`);
          return `import { ${origin.name} as ${specifier.local.name} } from ${JSON.stringify(origin.file)};`;
        });
        direct = direct.slice(0, part.start) + lines.join('') + direct.slice(part.end);
      }
      return direct === code ? null : { code: direct, map: null };
    },
  };
}

/**
 * Finds the file that defines each export of a barrel, also through `export *` from other barrels.
 */
async function originsOf(path: string, resolve: Resolve): Promise<Origins> {
  const imported = new Map<string, Origin>();
  const exported = new Map<string, Origin>();
  for (const part of parseAst(await readFile(path, 'utf8'), { lang: 'js' }, path).body) {
    if (part.type === 'ImportDeclaration') {
      const file = await resolve(part.source.value, path);
      for (const specifier of part.specifiers) {
        if (specifier.type === 'ImportSpecifier')
          imported.set(specifier.local.name, { file, name: nameOf(specifier.imported) });
      }
    }
    if (part.type === 'ExportAllDeclaration') {
      const inner = await originsOf(await resolve(part.source.value, path), resolve);
      for (const [name, origin] of inner) exported.set(name, origin);
    }
    if (part.type === 'ExportNamedDeclaration') {
      const file = part.source ? await resolve(part.source.value, path) : undefined;
      for (const specifier of part.specifiers) {
        const local = nameOf(specifier.local);
        const origin = file === undefined ? imported.get(local) : { file, name: local };
        exported.set(nameOf(specifier.exported), origin ?? { file: path, name: local });
      }
    }
  }
  return exported;
}

type Name = { type: 'Identifier'; name: string } | { type: 'Literal'; value: unknown };

function nameOf(name: Name): string {
  return name.type === 'Identifier' ? name.name : String(name.value);
}
