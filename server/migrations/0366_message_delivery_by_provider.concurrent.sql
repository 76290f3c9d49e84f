create index concurrently message_delivery_by_provider on message_delivery (provider_message) where provider_message is not null;
