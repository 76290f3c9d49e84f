create index concurrently webhook_delivery_in_order on webhook_delivery (endpoint_id, position)
  where state = 'waiting';
