namespace DbIngest.Core.Endpoints;

/// <summary>One of the configurations that an endpoint with lists stands for.</summary>
/// <param name="Endpoint">The endpoint with one value for each option; null where the user gave none.</param>
/// <param name="Axes">The options that were given a list, in their order, each with its value here.</param>
public sealed record EndpointVariant(string? Endpoint, IReadOnlyDictionary<string, string> Axes);
