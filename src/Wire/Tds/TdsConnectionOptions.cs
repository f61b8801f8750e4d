namespace DbIngest.Wire.Tds;

/// <summary>Where a server is and how to connect to it.</summary>
public sealed record TdsConnectionOptions
{
    /// <summary>The smallest packet that the protocol has, in bytes.</summary>
    public const int MinPacketBytes = 512;

    /// <summary>The largest packet that the protocol has, in bytes.</summary>
    public const int MaxPacketBytes = 32_767;

    /// <summary>The largest packet of an encrypted connection: one TLS record (SQL Server documentation, "network packet size").</summary>
    public const int MaxEncryptedPacketBytes = 16_383;

    /// <summary>A name or an address.</summary>
    public required string Host { get; init; }

    /// <summary>The port.</summary>
    public int Port { get; init; } = 1433;

    /// <summary>The login; SQL Server authentication only.</summary>
    public required string User { get; init; }

    /// <summary>Hands out the password.</summary>
    public Func<string?> Password { get; init; } = () => null;

    /// <summary>The database; empty for the login's default one.</summary>
    public string Database { get; init; } = string.Empty;

    /// <summary>The program's name, as the server's views show it.</summary>
    public string Application { get; init; } = "dbingest";

    /// <summary>When to encrypt.</summary>
    public TdsEncryption Encryption { get; init; } = TdsEncryption.Mandatory;

    /// <summary>How the server's certificate is checked.</summary>
    public TlsOptions Tls { get; init; } = new();

    /// <summary>Bytes a packet to ask for; the server may give less.</summary>
    public int PacketBytes { get; init; } = 8000;

    /// <summary>How much of a bulk load is collected and sent by one call of the operating system.</summary>
    public int BulkBufferBytes { get; init; } = 128 * 1024;

    /// <summary>How the socket is connected.</summary>
    public SocketSettings Socket { get; init; } = new();
}
