/** What the operator has set up of ABDM, as the use cases of hospitals need it [API-37]. */
export interface AbdmOffer {
  readonly isOffered: boolean;
  /** The suffix of the consent manager, which decides the address of QR codes. */
  readonly cmId: string;
  /** The code of this installation, with which the codes of counters begin. */
  readonly cell: string;
}
