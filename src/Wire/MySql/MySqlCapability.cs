namespace DbIngest.Wire.MySql;

/// <summary>Flags by which client and server tell each other what they can (<c>CLIENT_*</c>).</summary>
internal static class MySqlCapability
{
    /// <summary>Named so for history's sake; a MariaDB server that leaves it out has extended capabilities.</summary>
    public const uint LongPassword = 1;

    /// <summary>The rows that an UPDATE found count, not those it changed.</summary>
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

    /// <summary>COM_STMT_BULK_EXECUTE, of MariaDB's extended ones: bit 34 of all.</summary>
    public const uint ExtendedBulk = 1 << 2;
}
