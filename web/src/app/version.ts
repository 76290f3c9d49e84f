declare global {
  interface ImportMetaEnv {
    readonly BAARI_VERSION: string;
  }
}

/** Of the build that this page is of; vite.config.ts takes it from the root's package.json. */
export const version = import.meta.env.BAARI_VERSION;
