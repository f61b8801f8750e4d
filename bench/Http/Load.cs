namespace DbIngest.Bench.Http;

/// <summary>
/// The requests that each generator sends, and for how long. The program of this bench creates it from its arguments.
/// </summary>
/// <param name="Url">The address that takes the requests.</param>
/// <param name="BodyFile">File whose content each POST carries; null sends GETs.</param>
/// <param name="ContentType">Content type of the body.</param>
/// <param name="Connections">Connections, each with one request at a time.</param>
/// <param name="Seconds">Duration of sending in seconds.</param>
/// <param name="IsHttp2">True for HTTP/2 without encryption, by prior knowledge; false for HTTP/1.1.</param>
/// <param name="Threads">Threads that serve the product's connections; null for one per connection.</param>
internal sealed record Load(
    Uri Url, string? BodyFile, string ContentType, int Connections, int Seconds, bool IsHttp2, int? Threads);
