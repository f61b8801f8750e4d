using System.Text;
using System.Xml;
using DbIngest.Abstractions.Records;
using DbIngest.Sources.Input;
using DbIngest.Sources.Xml;

namespace DbIngest.Sources.Tests.Xml;

public sealed class XmlScannerTests
{
    [Theory]
    [InlineData("<a/>")]
    [InlineData("<a><b>1</b><b> 2 </b></a>")]
    [InlineData("<?xml version='1.0'?><!-- c --><x:a xmlns:x='u' y=\"a>b\"><x:b/>t<![CDATA[<&]]>u</x:a>")]
    [InlineData("<a>&lt;&#65;&#x42;&amp;</a>")]
    [InlineData("<a\n b = '1'\tc=\"2\" >x<!-- < > -->y</a >")]
    public void Read_WellFormed_SameAsTheFramework(string xml) => Scan(xml).ShouldBe(Framework(xml));

    [Theory]
    [InlineData("", "no element")]
    [InlineData("<a>", "ends within an element")]
    [InlineData("<a", "ends within a tag")]
    [InlineData("<a></b>", "does not match")]
    [InlineData("</a>", "does not match")]
    [InlineData("<a/><b/>", "second root")]
    [InlineData("text<a/>", "outside the root")]
    [InlineData("<a>&b;</a>", "not defined")]
    [InlineData("<a b></a>", "attribute is malformed")]
    [InlineData("<a b=c></a>", "attribute is malformed")]
    [InlineData("<a b='<'></a>", "attribute is malformed")]
    [InlineData("<!DOCTYPE a [<!ENTITY b 'x'>]><a>&b;</a>", "document type definition")]
    [InlineData("<a><![CDATA[x</a>", "ends within a CDATA")]
    [InlineData("<a><!-- x</a>", "ends within a comment")]
    [InlineData("<>x</>", "has no name")]
    public void Read_Malformed_NamesTheFault(string xml, string fault) =>
        Should.Throw<InputException>(() => Scan(xml)).Message.ShouldContain(fault);

    [Fact]
    public void Read_TooDeep_IsRefused() =>
        Should.Throw<InputException>(() => Scan(string.Concat(Enumerable.Repeat("<a>", 65)))).Message.ShouldContain("nested");

    [Fact]
    public void Read_TextBeyondItsBound_IsRefused() =>
        Should.Throw<InputException>(() => Scan($"<a>{new string('x', 100_000)}</a>")).Message.ShouldContain("longer than");

    [Fact]
    public void Read_TagBeyondItsBound_IsRefused() =>
        Should.Throw<InputException>(() => Scan($"<a b='{new string('x', 100_000)}'/>")).Message.ShouldContain("longer than");

    [Fact]
    public void Read_CommentsAndTokensAcrossTheWindow_SameAsTheFramework()
    {
        var xml = new StringBuilder("<a>");
        for (int i = 0; xml.Length < 1_000_000; i++)
        {
            xml.Append(i % 7 == 0 ? $"<!-- {new string('-', i % 50 / 2 * 0)}{new string('c', i % 5000)} -->"
                : $"<b x=\"{i}\">&amp;{i}&#65;</b>\n");
        }

        string text = xml.Append("</a>").ToString();
        Scan(text).ShouldBe(Framework(text));
    }

    [Fact]
    public void Read_Mutated_IsAsTheFrameworkReadsItOrRefused()
    {
        const string Seed =
            "<?xml version=\"1.0\"?><f xmlns=\"u\"><!--c--><r t='1'><v>12</v><v>&lt;3</v></r><e/><r><![CDATA[x]]></r></f>";
        var random = new SplitMix64(20_260_101);
        byte[] alphabet = "<>/&;!?-[]='\" abv1#x\n"u8.ToArray();
        int agreed = 0;
        for (int i = 0; i < 5000; i++)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(Seed);
            for (int change = random.NextBelow(3); change >= 0; change--)
            {
                bytes[random.NextBelow(bytes.Length)] = alphabet[random.NextBelow(alphabet.Length)];
            }

            string xml = Encoding.UTF8.GetString(bytes);
            List<string>? scanned = null;
            try
            {
                scanned = Scan(xml);
            }
            catch (InputException)
            {
            }

            List<string>? expected = null;
            try
            {
                expected = Framework(xml);
            }
            catch (XmlException)
            {
            }

            // What the framework accepts is accepted with the same elements and texts. It checks more than the scanner does.
            if (expected is not null)
            {
                scanned.ShouldBe(expected, xml);
                agreed++;
            }
        }

        agreed.ShouldBeGreaterThan(200);
    }

    private static List<string> Scan(string xml)
    {
        var events = new List<string>();
        using var scanner = new XmlScanner("test.xml", new MemoryStream(Encoding.UTF8.GetBytes(xml)));
        while (scanner.Read())
        {
            string name = Encoding.UTF8.GetString(scanner.LocalName);
            events.Add(scanner.IsEnd ? $"/{name} {Encoding.UTF8.GetString(scanner.Text)}" : name);
        }

        return events;
    }

    private static List<string> Framework(string xml)
    {
        var events = new List<string>();
        string text = "";
        using var reader = XmlReader.Create(
            new StringReader(xml), new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, XmlResolver = null });
        while (reader.Read())
        {
            switch (reader.NodeType)
            {
                case XmlNodeType.Element:
                    events.Add(reader.LocalName);
                    text = "";
                    if (reader.IsEmptyElement)
                    {
                        events.Add($"/{reader.LocalName} ");
                    }

                    break;
                case XmlNodeType.EndElement:
                    events.Add($"/{reader.LocalName} {text.Trim(' ', '\t', '\r', '\n')}");
                    text = "";
                    break;
                case XmlNodeType.Text or XmlNodeType.CDATA or XmlNodeType.SignificantWhitespace or XmlNodeType.Whitespace:
                    text += reader.Value;
                    break;
            }
        }

        return events;
    }
}
