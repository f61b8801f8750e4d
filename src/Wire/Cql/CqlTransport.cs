using System.Net;

namespace DbIngest.Wire.Cql;

/// <summary>Opens the byte stream to a server, encrypted where that is asked for.</summary>
internal static class CqlTransport
{
    public static WireStream Open(EndPoint server, CqlConnectionOptions options)
    {
        var stream = WireStream.Connect(server, options.Socket);
        try
        {
            if (options.Tls is not null)
            {
                stream.Encrypt(server is DnsEndPoint dns ? dns.Host : ((IPEndPoint)server).Address.ToString(), options.Tls);
            }

            return stream;
        }
        catch
        {
            stream.Dispose();
            throw;
        }
    }
}
