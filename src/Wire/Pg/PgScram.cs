using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace DbIngest.Wire.Pg;

/// <summary>
/// The client's side of SCRAM-SHA-256 and SCRAM-SHA-256-PLUS: RFC 5802 and 7677, and PostgreSQL's section 55.3.1. No input or output.
/// </summary>
internal sealed class PgScram
{
    /// <summary>The most rounds of hashing that a server may ask for: about a second. PostgreSQL's default is 4096.</summary>
    public const int MaxIterations = 2_000_000;

    private readonly string _password;
    private readonly string _nonce;
    private readonly string _binding;
    private readonly string _firstBare;
    private byte[] _serverSignature = [];

    /// <summary>Starts an exchange.</summary>
    /// <param name="password">The password.</param>
    /// <param name="gs2Header">Whether the channel is bound: <c>n,,</c>, <c>y,,</c> or <c>p=tls-server-end-point,,</c>.</param>
    /// <param name="endPoint">With the last, the hash of the server's certificate.</param>
    /// <param name="nonce">A text that no other exchange has; null for a random one.</param>
    /// <param name="user">The name in the exchange. PostgreSQL takes that of the session, and ignores this one.</param>
    public PgScram(string password, string gs2Header = "n,,", byte[]? endPoint = null, string? nonce = null, string user = "")
    {
        // RFC 4013 without its prohibitions: the server takes a password as it is where they are broken.
        _password = password.Normalize(NormalizationForm.FormKC);
        _nonce = nonce ?? Convert.ToBase64String(RandomNumberGenerator.GetBytes(18));
        _binding = Convert.ToBase64String([.. Encoding.ASCII.GetBytes(gs2Header), .. endPoint ?? []]);
        _firstBare = $"n={user},r={_nonce}";
        First = gs2Header + _firstBare;
    }

    /// <summary>The client's first message.</summary>
    public string First { get; }

    /// <summary>Answers the server's first message.</summary>
    /// <param name="serverFirst">The message: nonce, salt, iterations.</param>
    /// <returns>The client's final message, which proves that the password is known.</returns>
    /// <exception cref="PgProtocolException">The message is malformed, or not an answer to ours.</exception>
    public string Final(string serverFirst)
    {
        string[] parts = serverFirst.Split(',');
        if (parts.Length < 3 || !parts[0].StartsWith("r=" + _nonce, StringComparison.Ordinal) || parts[0].Length == _nonce.Length + 2
            || !parts[1].StartsWith("s=", StringComparison.Ordinal) || !parts[2].StartsWith("i=", StringComparison.Ordinal)
            || !int.TryParse(parts[2].AsSpan(2), NumberStyles.None, CultureInfo.InvariantCulture, out int iterations) || iterations == 0)
        {
            throw new PgProtocolException("The server's first message of SCRAM is malformed, or does not continue ours.");
        }

        if (iterations > MaxIterations)
        {
            throw new PgProtocolException($"The server asks for {iterations} iterations of SCRAM; at most {MaxIterations} are accepted.");
        }

        byte[] salted = Rfc2898DeriveBytes.Pbkdf2(_password, Decode(parts[1][2..]), iterations, HashAlgorithmName.SHA256, SHA256.HashSizeInBytes);
        string withoutProof = $"c={_binding},{parts[0]}";
        byte[] exchange = Encoding.UTF8.GetBytes($"{_firstBare},{serverFirst},{withoutProof}");
        byte[] proof = HMACSHA256.HashData(salted, "Client Key"u8);
        byte[] signature = HMACSHA256.HashData(SHA256.HashData(proof), exchange);
        for (int i = 0; i < proof.Length; i++)
        {
            proof[i] ^= signature[i];
        }

        _serverSignature = HMACSHA256.HashData(HMACSHA256.HashData(salted, "Server Key"u8), exchange);
        CryptographicOperations.ZeroMemory(salted);
        return $"{withoutProof},p={Convert.ToBase64String(proof)}";
    }

    /// <summary>Checks the server's final message: that it knows the password too, and is not merely asking for ours.</summary>
    /// <param name="serverFinal">The message.</param>
    /// <exception cref="PgProtocolException">It does not know it.</exception>
    public void Verify(string serverFinal)
    {
        string signature = serverFinal.Split(',')[0];
        if (_serverSignature.Length == 0 || !signature.StartsWith("v=", StringComparison.Ordinal)
            || !CryptographicOperations.FixedTimeEquals(Decode(signature[2..]), _serverSignature))
        {
            throw new PgProtocolException("The server does not prove by SCRAM that it knows the password: it may not be the one it claims to be.");
        }
    }

    private static byte[] Decode(string base64)
    {
        byte[] bytes = new byte[base64.Length];
        return Convert.TryFromBase64String(base64, bytes, out int length)
            ? bytes[..length]
            : throw new PgProtocolException("A message of the server in SCRAM is not Base64 where it must be.");
    }
}
