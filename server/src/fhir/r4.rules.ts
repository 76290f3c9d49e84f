/// <reference types="fhir" />
/**
 * The types of FHIR R4 that the server uses. The package of types has no file that a module can
 * import, so they are taken from its global namespace here.
 */

export type Address = fhir4.Address;
export type Appointment = fhir4.Appointment;
export type AppointmentParticipant = fhir4.AppointmentParticipant;
export type Bundle<Entry extends fhir4.FhirResource> = fhir4.Bundle<Entry>;
export type CapabilityStatement = fhir4.CapabilityStatement;
export type CapabilityStatementRestResource = fhir4.CapabilityStatementRestResource;
export type CodeableConcept = fhir4.CodeableConcept;
export type ContactPoint = fhir4.ContactPoint;
export type DocumentReference = fhir4.DocumentReference;
export type ElementDefinition = fhir4.ElementDefinition;
export type Encounter = fhir4.Encounter;
export type EncounterLocation = fhir4.EncounterLocation;
export type EncounterParticipant = fhir4.EncounterParticipant;
export type EncounterStatusHistory = fhir4.EncounterStatusHistory;
export type Extension = fhir4.Extension;
export type FhirResource = fhir4.FhirResource;
export type HealthcareService = fhir4.HealthcareService;
export type Identifier = fhir4.Identifier;
export type Location = fhir4.Location;
export type OperationOutcome = fhir4.OperationOutcome;
export type OperationOutcomeIssue = fhir4.OperationOutcomeIssue;
export type Organization = fhir4.Organization;
export type Parameters = fhir4.Parameters;
export type ParametersParameter = fhir4.ParametersParameter;
export type Patient = fhir4.Patient;
export type Period = fhir4.Period;
export type Practitioner = fhir4.Practitioner;
export type PractitionerRole = fhir4.PractitionerRole;
export type Reference = fhir4.Reference;
export type Schedule = fhir4.Schedule;
export type Slot = fhir4.Slot;
export type Subscription = fhir4.Subscription;
export type StructureDefinition = fhir4.StructureDefinition;
