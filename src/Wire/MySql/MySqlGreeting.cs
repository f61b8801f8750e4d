namespace DbIngest.Wire.MySql;

/// <summary>
/// The server's greeting, its first packet (<c>Protocol::HandshakeV10</c>). <see cref="MySqlHandshake"/> reads it and answers
/// with the login. The connection keeps it for the server's version and abilities. Immutable.
/// </summary>
/// <param name="Version">The server's version, without the prefix <c>5.5.5-</c> that MariaDB adds.</param>
/// <param name="ConnectionId">The connection's number at the server.</param>
/// <param name="Nonce">20 random bytes for the proof of the password.</param>
/// <param name="Capabilities">Flags of <see cref="MySqlCapability"/>.</param>
/// <param name="Extended">MariaDB's extended capabilities; 0 for MySQL.</param>
/// <param name="Plugin">The authentication plug-in that the server proposes.</param>
internal sealed record MySqlGreeting(string Version, uint ConnectionId, byte[] Nonce, uint Capabilities, uint Extended,
    string Plugin)
{
    private const int NonceStart = 8;
    private const string ForOldReplicas = "5.5.5-";

    public bool IsMariaDb => Version.Contains("MariaDB", StringComparison.OrdinalIgnoreCase);

    public bool Can(uint capability) => (Capabilities & capability) != 0;

    /// <summary>
    /// Reads the payload of the first packet. Throws <see cref="WireProtocolException"/> when it is not a greeting of protocol
    /// 10.
    /// </summary>
    public static MySqlGreeting Read(ReadOnlySpan<byte> packet)
    {
        var reader = new WireReader(packet);
        byte protocol = reader.Byte();
        if (protocol != 10)
        {
            throw new WireProtocolException(
                $"The server greeted with protocol {protocol}; MySQL and MariaDB use 10: is the port that of another service?");
        }

        string version = reader.TerminatedText();
        uint id = (uint)reader.Int32Little();
        byte[] first = reader.Take(NonceStart).ToArray();
        reader.Byte();
        uint capabilities = (uint)reader.UInt16Little();

        // Character set and status are not used.
        reader.Take(3);
        capabilities |= (uint)reader.UInt16Little() << 16;
        int nonceBytes = reader.Byte();
        reader.Take(6);
        uint extended = (uint)reader.Int32Little();
        var rest = reader.Take(Math.Max(13, nonceBytes - NonceStart));
        string plugin = (capabilities & MySqlCapability.PluginLogin) != 0 && reader.Remaining > 0
            ? reader.Utf8(reader.Remaining).TrimEnd('\0')
            : "mysql_native_password";
        bool isExtended = (capabilities & MySqlCapability.LongPassword) == 0;
        return new(
            version.StartsWith(ForOldReplicas, StringComparison.Ordinal) ? version[ForOldReplicas.Length..] : version,
            id,
            [.. first, .. rest[..12]],
            capabilities,
            isExtended ? extended : 0,
            plugin);
    }
}
