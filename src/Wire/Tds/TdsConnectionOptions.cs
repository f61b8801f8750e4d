namespace DbIngest.Wire.Tds;

/// <summary>
/// Says where SQL Server is, who logs in, how to encrypt, and sizes of packets and buffers. <c>SqlServerWireSessions</c> builds
/// it from the endpoint. <see cref="TdsConnection"/> reads it when it opens. Immutable.
/// </summary>
public sealed record TdsConnectionOptions
{
    /// <summary>The protocol's smallest packet size in bytes.</summary>
    public const int MinPacketBytes = 512;

    /// <summary>The protocol's largest packet size in bytes.</summary>
    public const int MaxPacketBytes = 32_767;

    /// <summary>
    /// The largest packet of an encrypted connection in bytes: one TLS record (SQL Server documentation, "network packet size").
    /// </summary>
    public const int MaxEncryptedPacketBytes = 16_383;

    /// <summary>A DNS name or IP address.</summary>
    public required string Host { get; init; }

    /// <summary>The TCP port.</summary>
    public int Port { get; init; } = 1433;

    /// <summary>The login's name. Only SQL Server authentication is supported.</summary>
    public required string User { get; init; }

    /// <summary>Returns the password; called once per login.</summary>
    public Func<string?> Password { get; init; } = () => null;

    /// <summary>The database; empty for the login's default database.</summary>
    public string Database { get; init; } = string.Empty;

    /// <summary>The program's name in the server's views.</summary>
    public string Application { get; init; } = "dbingest";

    /// <summary>When to encrypt.</summary>
    public TdsEncryption Encryption { get; init; } = TdsEncryption.Mandatory;

    /// <summary>Which certificates to trust when encrypting.</summary>
    public TlsOptions Tls { get; init; } = new();

    /// <summary>Packet size to request, in bytes. The server may reduce it.</summary>
    public int PacketBytes { get; init; } = 8000;

    /// <summary>Rows of a bulk load to collect before one system call sends them, in bytes.</summary>
    public int BulkBufferBytes { get; init; } = 128 * 1024;

    /// <summary>Timeouts and socket options.</summary>
    public SocketSettings Socket { get; init; } = new();
}
