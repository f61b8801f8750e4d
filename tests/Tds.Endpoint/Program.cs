using System.Globalization;
using System.Security.Cryptography.X509Certificates;
using DbIngest.Tds.Endpoint;

// A process of its own, for measuring clients: TDS.ENDPOINT [PORT] [sink] [none|optional|required|strict CERTIFICATE KEY]
string[] rest = [.. args.Where(a => a != "sink")];
var tls = rest.Length > 1 ? Enum.Parse<TlsMode>(rest[1], ignoreCase: true) : TlsMode.None;
using var endpoint = new TdsEndpoint(new EndpointOptions
{
    Port = rest.Length > 0 ? int.Parse(rest[0], CultureInfo.InvariantCulture) : 0,
    IsSink = args.Contains("sink"),
    Tls = tls,
    Certificate = tls == TlsMode.None ? null : X509Certificate2.CreateFromPemFile(rest[2], rest[3]),
});
Console.WriteLine($"listening at 127.0.0.1:{endpoint.Port}");

// It ends with its parent, which holds the other end of its standard input.
while (Console.ReadLine() is not null)
{
    Console.WriteLine($"{endpoint.BulkRows} rows");
}
