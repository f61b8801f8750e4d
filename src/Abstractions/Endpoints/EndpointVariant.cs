namespace DbIngest.Abstractions.Endpoints;

/// <summary>One of the configurations that an endpoint with lists stands for.</summary>
/// <param name="Endpoint">The endpoint with one value for each option; null where the user gave none.</param>
/// <param name="Choice">The options that were given a list, each with its value here; null where none was.</param>
public sealed record EndpointVariant(string? Endpoint, EndpointChoice? Choice);
