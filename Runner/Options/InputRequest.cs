namespace DbIngest.Runner.Options;

/// <summary>Recorded data to replay.</summary>
/// <param name="Path">The file.</param>
/// <param name="Options">How to read it, as <c>key=value,key=value</c>; null when all is to be found out.</param>
internal sealed record InputRequest(string Path, string? Options);
