namespace DbIngest.Wire.MySql;

/// <summary>
/// Flags by which client and server tell each other their capabilities (<c>CLIENT_*</c>). <see cref="MySqlGreeting"/> reads the
/// server's. <see cref="MySqlHandshake"/> sends those that it uses, and refuses a server that lacks a needed one. The bits are
/// the protocol's and must not change.
/// </summary>
internal static class MySqlCapability
{
    /// <summary>Obsolete meaning. A MariaDB server that clears it has extended capabilities.</summary>
    public const uint LongPassword = 1;

    /// <summary>An UPDATE counts the rows it found rather than those it changed.</summary>
    public const uint FoundRows = 2;

    public const uint LongFlag = 4;
    public const uint WithDatabase = 8;

    /// <summary>LOAD DATA LOCAL.</summary>
    public const uint LocalFiles = 128;

    public const uint Protocol41 = 512;
    public const uint Tls = 2048;
    public const uint Transactions = 8192;
    public const uint SecureConnection = 32768;
    public const uint PluginLogin = 1 << 19;
    public const uint PluginLoginLength = 1 << 21;

    /// <summary>COM_STMT_BULK_EXECUTE: bit 34, the third of MariaDB's extended capabilities.</summary>
    public const uint ExtendedBulk = 1 << 2;
}
