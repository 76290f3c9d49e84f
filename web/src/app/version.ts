declare global {
  interface ImportMetaEnv {
    readonly BAARI_VERSION: string;
  }
}

/** The version of this build; vite.config.ts takes it from the root's package.json. */
export const version = import.meta.env.BAARI_VERSION;
