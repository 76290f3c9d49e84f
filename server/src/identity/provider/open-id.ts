/** Settings of OpenID providers. */

/** A client registered with Google, or with any provider that has a discovery document. */
export interface OpenIdProvider {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly discoveryUrl: string;
}

/** A hospital's own provider, for its staff. */
export interface HospitalProvider extends OpenIdProvider {
  readonly hospitalId: string;
  /** The label of its sign-in button. */
  readonly name: string;
  /** In lower case; it vouches only for addresses of these domains. */
  readonly emailDomains: readonly string[];
}
