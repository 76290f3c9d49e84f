/** The OpenID providers that people come through. */

/** A client registered with Google, or with any provider that has a discovery document. */
export interface OpenIdProvider {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly discoveryUrl: string;
}

/** A hospital's own provider, for its staff. */
export interface HospitalProvider extends OpenIdProvider {
  readonly hospitalId: string;
  /** What staff know it by, on the button that leads there. */
  readonly name: string;
  /** In lower case: it vouches for addresses of these and no others. */
  readonly emailDomains: readonly string[];
}
