namespace DbIngest.Abstractions.Endpoints;

/// <summary>
/// One combination of the lists of an endpoint. <see cref="EndpointOptions.Expand"/> returns them to <c>DatabaseAccess</c> once
/// at the start, and the command line opens one target per variant. The endpoint may contain secrets, so it must not be printed.
/// </summary>
/// <param name="Endpoint">The endpoint with one value per option. Null if the user gave none.</param>
/// <param name="Choice">The options that had a list, with their values here. Null if none had.</param>
public sealed record EndpointVariant(string? Endpoint, EndpointChoice? Choice);
